import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "#web/paths.ts";
import { type DocumentType, documentTypes } from "../types.ts";

/** What the list is narrowed to, as it stands in the address and is sent to the server (API-33). */
export interface DocumentFilters {
  type?: DocumentType;
  q?: string;
  in?: "files";
  propertyId?: string;
  unitId?: string;
  leaseId?: string;
}

interface DocumentsAddress {
  filters: DocumentFilters;
  view: "list" | "trash";
  /** Whether the form of an upload stands above the list. */
  isUploading: boolean;
}

const id = /^[1-9]\d{0,15}$/;

export function readDocumentsAddress(search: string): DocumentsAddress {
  const query = new URLSearchParams(search);
  const filters: DocumentFilters = {};
  const type = documentTypes.find((one) => one === query.get("type"));
  if (type !== undefined) filters.type = type;
  const q = query.get("q")?.trim().slice(0, 200) ?? "";
  if (q !== "") filters.q = q;
  if (query.get("in") === "files") filters.in = "files";
  for (const name of ["propertyId", "unitId", "leaseId"] as const) {
    const value = query.get(name) ?? "";
    if (id.test(value)) filters[name] = value;
  }
  return {
    filters,
    view: query.get("view") === "trash" ? "trash" : "list",
    isUploading: query.get("upload") === "yes",
  };
}

/** Filters, view and form stand in the address, so that a link, a reload or the way back shows the same. */
export function useDocumentsAddress() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { filters, view, isUploading } = useMemo(() => readDocumentsAddress(search), [search]);

  const go = useCallback(
    (next: DocumentFilters, { upload = false, replace = true } = {}) => {
      const query = new URLSearchParams({ ...next });
      if (upload) query.set("upload", "yes");
      const written = query.toString();
      navigate(written === "" ? paths.documents : `${paths.documents}?${written}`, { replace });
    },
    [navigate],
  );
  return {
    filters,
    view,
    isUploading,
    set: useCallback(
      (name: keyof DocumentFilters, value: string) => {
        const { [name]: _, ...rest } = filters;
        go(value === "" ? rest : { ...rest, [name]: value }, { upload: isUploading });
      },
      [filters, go, isUploading],
    ),
    clear: useCallback(() => go({}, { upload: isUploading }), [go, isUploading]),
    openForm: useCallback(() => go(filters, { upload: true, replace: false }), [filters, go]),
    closeForm: useCallback(() => go(filters), [filters, go]),
  };
}

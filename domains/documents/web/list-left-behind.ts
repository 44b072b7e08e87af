import { paths } from "#web/paths.ts";

const storageKey = "documents-list";

/** Keeps how the list was narrowed, in this tab, so that the way back from a document leads to the same cards. */
export function rememberList(search: string): void {
  try {
    sessionStorage.setItem(storageKey, search);
  } catch {
    // Without storage the way back leads to the whole list.
  }
}

/** The address of the list as it was left. */
export function listLeftBehind(): string {
  try {
    const query = new URLSearchParams(sessionStorage.getItem(storageKey) ?? "");
    query.delete("upload");
    return query.size === 0 ? paths.documents : `${paths.documents}?${query.toString()}`;
  } catch {
    return paths.documents;
  }
}

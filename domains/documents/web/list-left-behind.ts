import { paths } from "#web/paths.ts";

const storageKey = "documents-list";

/** Keeps the filters of the list in this tab, so that the back link of a document returns to the same cards. */
export function rememberList(search: string): void {
  try {
    sessionStorage.setItem(storageKey, search);
  } catch {
    // Without storage the back link leads to the unfiltered list.
  }
}

/** The address of the list with its last filters. */
export function listLeftBehind(): string {
  try {
    const query = new URLSearchParams(sessionStorage.getItem(storageKey) ?? "");
    query.delete("upload");
    return query.size === 0 ? paths.documents : `${paths.documents}?${query.toString()}`;
  } catch {
    return paths.documents;
  }
}

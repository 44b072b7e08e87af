export const documentsPath = "/documents";
/** With a search hit, the document opens on its page with the words highlighted. */
export const documentPath = (id: number, hit?: { page: number; words: readonly string[] }) => {
  if (hit === undefined) return `/documents/${id}`;
  const words = hit.words.map((word) => `&word=${encodeURIComponent(word)}`);
  return `/documents/${id}?page=${hit.page}${words.join("")}`;
};
/** The list filtered by a building, a unit, or a lease. */
export const filteredDocumentsPath = (filter: Record<string, string>) => {
  const parts = Object.entries(filter).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/documents?${parts.join("&")}`;
};
/** The list with the upload form above it, with the building and unit preselected if they're passed. */
export const uploadDocumentPath = (preselection?: { propertyId: number; unitId?: number }) =>
  preselection === undefined
    ? "/documents?upload=yes"
    : `/documents?upload=yes&propertyId=${preselection.propertyId}${preselection.unitId === undefined ? "" : `&unitId=${preselection.unitId}`}`;
export const documentZipPath = "/documents/zip";
export const documentTrashPath = "/documents?view=trash";

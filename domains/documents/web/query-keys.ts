/** The keys of the queries about documents. */
export const documentKeys = {
  /** Lists, pages, and the trash, and the dashboard's figures (DOC-20, DASH-27). */
  all: /^\/api\/(documents|document-trash|dashboard)\b/,
  downloads: (id: number) => [`/api/documents/${id}/downloads`],
} as const;

/** The keys of the queries about properties and units. */
export const propertyKeys = {
  all: /^\/api\/(properties|buildings|units|dashboard\/charts)\b/,
  /** Only the lists, for a page that already shows the response or whose record was deleted. */
  lists: /^\/api\/(properties|buildings|units|units\/vacant|dashboard\/charts)$/,
} as const;

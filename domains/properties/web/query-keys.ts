/** The keys of the queries about properties and units. */
export const propertyKeys = {
  all: /^\/api\/(properties|buildings|units|dashboard\/charts)\b/,
  /** Without the pages of properties and units, for a page that shows the response or whose record was deleted. */
  lists: /^\/api\/(properties|buildings|units|units\/vacant|dashboard\/charts)$/,
} as const;

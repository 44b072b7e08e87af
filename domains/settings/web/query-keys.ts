/** The keys of the queries about settings. */
export const settingsKeys = {
  config: ["/api/config"],
  properties: ["/api/settings/properties"],
} as const;

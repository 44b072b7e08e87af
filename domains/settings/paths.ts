export const settingsPath = "/settings";

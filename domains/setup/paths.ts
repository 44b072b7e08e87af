export const setupPath = "/setup";

export const developersPath = "/developers";

export const systemPath = "/system";

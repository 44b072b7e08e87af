export const dispatchPath = "/dispatch";

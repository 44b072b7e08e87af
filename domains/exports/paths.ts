export const dataExportPath = "/settings/export";

export const importPath = "/import";
export const importResultPath = (id: number) => `/import/${id}`;

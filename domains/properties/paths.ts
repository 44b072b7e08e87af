export const propertiesPath = "/properties";
export const propertyPath = (id: number) => `/properties/${id}`;
export const addPropertyPath = "/add-property";
/** With a property preselected, if one is passed. */
export const addUnitPath = (propertyId?: number) =>
  propertyId === undefined ? "/add-unit" : `/add-unit?propertyId=${propertyId}`;
export const addUnitsPath = (propertyId: number) => `/properties/${propertyId}/add-units`;
export const unitsPath = "/units";
export const unitPath = (id: number) => `/units/${id}`;

/** Formats a work order number: 7 is `#WO-0007` (WO-03, CON-08). */
export const workOrderNumber = (id: number): string => `#WO-${String(id).padStart(4, "0")}`;

export const myDayPath = "/my-day";
/** My Day with this work order open. */
export const myDayWorkOrderPath = (id: number) => `/my-day/${id}`;

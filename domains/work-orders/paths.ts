export const workOrdersPath = "/work-orders";
export const newWorkOrderPath = "/work-orders/new";
export const workOrderPath = (id: number) => `/work-orders/${id}`;
export const unassignedWorkOrdersPath = "/work-orders?assignee=none";
/** This team's unclaimed work orders. */
export const teamWorkOrdersPath = (teamId: number) => `/work-orders?assignee=team&teamId=${teamId}`;
/** The records kept for a deleted work order. */
export const deletedWorkOrderPath = (id: number) => `/audit/work-orders/${id}`;

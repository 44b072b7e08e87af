/** Leads to the first page of the role. */
export const homePath = "/";
export const dashboardPath = "/dashboard";
/** Redirects to the role's first page. */
export const startPath = "/start";

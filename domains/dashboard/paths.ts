/** Shows the role's landing page. */
export const homePath = "/";
export const dashboardPath = "/dashboard";
/** Redirects to the role's landing page. */
export const startPath = "/start";

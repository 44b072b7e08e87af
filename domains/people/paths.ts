export const registerPath = "/register";
export const approvalsPath = "/approvals";
export const usersPath = "/users";
export const userPath = (id: number) => `/users/${id}`;
export const profilePath = "/profile";

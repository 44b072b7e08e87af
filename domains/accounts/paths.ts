export const loginPath = "/login";
/** Where the identity provider sends people back to. This URL is registered there. */
export const workAccountPath = "/work-account";
export const directLoginPath = "/direct-login";
export const forgotPasswordPath = "/forgot-password";
export const verifyOtpPath = (handle: string) => `/verify-otp?userId=${encodeURIComponent(handle)}`;
export const resetPasswordPath = (token: string) => `/reset-password?token=${encodeURIComponent(token)}`;

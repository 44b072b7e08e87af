export const loginPath = "/login";
/** The redirect URL that is registered with the identity provider. */
export const workAccountPath = "/work-account";
export const directLoginPath = "/direct-login";
export const forgotPasswordPath = "/forgot-password";
export const verifyOtpPath = (handle: string) => `/verify-otp?userId=${encodeURIComponent(handle)}`;
export const resetPasswordPath = (token: string) => `/reset-password?token=${encodeURIComponent(token)}`;

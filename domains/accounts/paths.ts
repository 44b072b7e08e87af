export const loginPath = "/login";
export const directLoginPath = "/direct-login";
export const forgotPasswordPath = "/forgot-password";
export const verifyOtpPath = (handle: string) => `/verify-otp?userId=${encodeURIComponent(handle)}`;
export const resetPasswordPath = (token: string) => `/reset-password?token=${encodeURIComponent(token)}`;

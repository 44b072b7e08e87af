import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done, email } from "#shared/http/fields.ts";
import { signInResponse } from "./contract.ts";
import { newPassword, registrationPassword } from "./password-rules.ts";

/** The same message for every valid address, so it doesn't reveal who has an account. */
export const emailSentMessage = "If an account exists for that address, instructions are on their way.";

const invalidAddressMessage = "Please enter a valid email address";
/** The address an email can be requested for (PWD-03). */
export const mailbox = email(invalidAddressMessage);

const invalidCodeMessage = "Verification code must be 6 digits";
/** The code in an email (PWD-12). */
export const emailedCode = z.string(invalidCodeMessage).check(z.regex(/^\d{6}$/, invalidCodeMessage));

/**
 * Identifies a request for an email. The specification calls it `userId`, but it's random and never a user's
 * id (requirements, "PWD").
 */
const handle = z
  .string("User information missing. Please try again.")
  .check(
    z.minLength(1, "User information missing. Please try again."),
    z.maxLength(200, "User information missing. Please try again."),
  );

const emailSentResponse = z.object({ success: z.literal(true), message: z.string(), userId: z.string() });

/** API-28. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/forgot-password",
  action: "accounts.reset-password",
  summary: "Request a password reset link or code",
  body: z.object({
    email: mailbox,
    resetType: z.enum(["link", "otp"], "resetType must be link or otp."),
  }),
  response: emailSentResponse,
  returnsSuccess: true,
});

/** API-29. */
export const verifyOtp = endpoint({
  method: "POST",
  path: "/api/verify-otp",
  action: "accounts.reset-password",
  summary: "Exchange an emailed code for a reset token",
  body: z.object({ userId: handle, otpCode: emailedCode }),
  response: z.object({ success: z.literal(true), message: z.string(), resetToken: z.string() }),
  returnsSuccess: true,
});

const missingTokenMessage = "Reset token missing";
/**
 * Sets the password (API-30). The response omits the address if the person has to sign in themselves because
 * two-factor authentication is on.
 */
export const resetPassword = endpoint({
  method: "POST",
  path: "/api/reset-password",
  action: "accounts.reset-password",
  summary: "Set a new password with a reset token",
  body: z.object({
    token: z
      .string(missingTokenMessage)
      .check(z.trim(), z.minLength(1, missingTokenMessage), z.maxLength(200, missingTokenMessage)),
    newPassword,
  }),
  response: z.object({ success: z.literal(true), message: z.string(), email: z.optional(z.string()) }),
  returnsSuccess: true,
});

/** The email contains a link and a code (LOG-17). */
export const requestSignInEmail = endpoint({
  method: "POST",
  path: "/api/direct-login",
  action: "session.start",
  summary: "Request a sign-in link and code by email",
  body: z.object({ email: mailbox }),
  response: emailSentResponse,
  returnsSuccess: true,
});

export const signInByEmail = endpoint({
  method: "POST",
  path: "/api/direct-login/verify",
  action: "session.start",
  summary: "Sign in with an emailed link or code",
  body: z.union([
    z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    z.object({ userId: handle, otpCode: emailedCode }),
  ]),
  response: signInResponse,
  returnsSuccess: true,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/me/password",
  action: "profile.edit",
  summary: "Change your own password; ends all your other sessions and, with `revokeTokens`, your API tokens",
  ignoresIdempotencyKey: true,
  body: z.object({
    currentPassword: z
      .string("Please enter your current password")
      .check(
        z.minLength(1, "Please enter your current password"),
        z.maxLength(1000, "The current password is incorrect."),
      ),
    newPassword: registrationPassword,
    revokeTokens: z.optional(z.boolean()),
  }),
  response: done,
});

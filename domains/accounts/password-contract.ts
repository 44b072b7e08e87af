import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { signInResponse } from "./contract.ts";
import { newPassword } from "./password-rules.ts";

/** The message for every well-formed address, so that nobody learns who has an account. */
export const onTheirWay = "If an account exists for that address, instructions are on their way.";

const wrongAddress = "Please enter a valid email address";
/** PWD-03. */
export const mailbox = z
  .string(wrongAddress)
  .check(z.trim(), z.maxLength(254, wrongAddress), z.email(wrongAddress));

const wrongCode = "Verification code must be 6 digits";
/** PWD-12. */
export const mailedCode = z.string(wrongCode).check(z.regex(/^\d{6}$/, wrongCode));

/** The handle of a request, called `userId` in the specification: random, never a user's id (requirements, "PWD"). */
const handle = z
  .string("User information missing. Please try again.")
  .check(
    z.minLength(1, "User information missing. Please try again."),
    z.maxLength(200, "User information missing. Please try again."),
  );

const onItsWay = z.object({ success: z.literal(true), message: z.string(), userId: z.string() });

/** API-28. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/forgot-password",
  action: "accounts.reset-password",
  summary: "Ask for a link or a code to reset the password",
  body: z.object({
    email: mailbox,
    resetType: z.enum(["link", "otp"], "resetType must be link or otp."),
  }),
  response: onItsWay,
  saysSuccess: true,
});

/** API-29. */
export const verifyOtp = endpoint({
  method: "POST",
  path: "/api/verify-otp",
  action: "accounts.reset-password",
  summary: "Exchange the code of a mail for a reset token",
  body: z.object({ userId: handle, otpCode: mailedCode }),
  response: z.object({ success: z.literal(true), message: z.string(), resetToken: z.string() }),
  saysSuccess: true,
});

const wrongToken = "Reset token missing";
/** API-30. The response has no address if the person has to sign in again, as with two-factor sign-in. */
export const resetPassword = endpoint({
  method: "POST",
  path: "/api/reset-password",
  action: "accounts.reset-password",
  summary: "Choose a new password with a reset token",
  body: z.object({
    token: z.string(wrongToken).check(z.trim(), z.minLength(1, wrongToken), z.maxLength(200, wrongToken)),
    newPassword,
  }),
  response: z.object({ success: z.literal(true), message: z.string(), email: z.optional(z.string()) }),
  saysSuccess: true,
});

/** LOG-17: the mail has a link and a code. */
export const askToSignIn = endpoint({
  method: "POST",
  path: "/api/direct-login",
  action: "session.start",
  summary: "Ask for a link and a code to sign in without a password",
  body: z.object({ email: mailbox }),
  response: onItsWay,
  saysSuccess: true,
});

export const signInByMail = endpoint({
  method: "POST",
  path: "/api/direct-login/verify",
  action: "session.start",
  summary: "Sign in with the code or the link of a mail",
  body: z.union([
    z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
    z.object({ userId: handle, otpCode: mailedCode }),
  ]),
  response: signInResponse,
  saysSuccess: true,
});

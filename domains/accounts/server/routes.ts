import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as confirmation from "../confirm-address-contract.ts";
import * as calls from "../contract.ts";
import * as passwords from "../password-contract.ts";
import * as sessions from "../session-contract.ts";
import { startWorkSignIn as startWorkSignInEndpoint } from "../work-account-contract.ts";
import { changePassword } from "./passwords/change-password.ts";
import { resetPassword } from "./passwords/reset-password.ts";
import { endMySession, endOtherSessions, listMySessions } from "./sessions/my-sessions.ts";
import { presentSession } from "./sessions/present-session.ts";
import { signOut } from "./sessions/sign-out.ts";
import { confirmAddress, resendConfirmation } from "./sign-in/confirm-address.ts";
import { requestEmail } from "./sign-in/request-email.ts";
import { signIn } from "./sign-in/sign-in.ts";
import { signInByEmail } from "./sign-in/sign-in-by-email.ts";
import { startWorkSignIn } from "./sign-in/start-work-sign-in.ts";
import { verifyCode } from "./sign-in/verify-code.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import { twoFactorRoutes } from "./two-factor/two-factor-routes.ts";

const successResponse = { success: true } as const;

/** Binds signing in and out, passwords, sessions, two-factor authentication, and API tokens (requirements, "Accounts and sessions"). */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  passwordRoutes(app, services);
  sessionRoutes(app, services);
  twoFactorRoutes(app, services);
  tokenRoutes(app, services);
  // Attempts stay counted even if the request is rejected, and no transaction waits for the hashing.
  const manualTransaction = { transaction: "manual" } as const;
  route(app, services, calls.signIn, (ctx, { body, reply }) => signIn(ctx, reply, body), manualTransaction);
  route(
    app,
    services,
    startWorkSignInEndpoint,
    (ctx, { body, reply }) => startWorkSignIn(ctx, reply, body),
    manualTransaction,
  );
  route(
    app,
    services,
    passwords.changePassword,
    async (ctx, { body }) => {
      await changePassword(ctx, body);
      return successResponse;
    },
    manualTransaction,
  );

  route(
    app,
    services,
    confirmation.confirmAddress,
    (ctx, { body, reply }) => confirmAddress(ctx, reply, body),
    manualTransaction,
  );
  route(app, services, confirmation.resendConfirmation, async (ctx) => {
    await resendConfirmation(ctx);
    return successResponse;
  });
  route(app, services, calls.readSession, async (ctx) => presentSession(ctx.actor));
  route(app, services, calls.signOut, async (ctx, { reply }) => {
    await signOut(ctx, reply);
    return successResponse;
  });
}

/** Binds the user's own sessions. */
function sessionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, sessions.listMySessions, (ctx) => listMySessions(ctx));
  route(app, services, sessions.endMySession, async (ctx, { params }) => {
    await endMySession(ctx, params.id);
    return successResponse;
  });
  route(app, services, sessions.endOtherSessions, async (ctx) => {
    await endOtherSessions(ctx);
    return successResponse;
  });
}

/** Binds password resets and email sign-in (requirements, "PWD", LOG-17). */
function passwordRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, passwords.forgotPassword, (ctx, { body }) =>
    requestEmail(ctx, body.resetType === "otp" ? "reset-by-code" : "reset-by-link", body.email),
  );
  route(app, services, passwords.requestSignInEmail, (ctx, { body }) =>
    requestEmail(ctx, "sign-in", body.email),
  );
  // Rejected attempts stay counted, and no transaction waits for the hashing.
  const manualTransaction = { transaction: "manual" } as const;
  route(app, services, passwords.verifyOtp, (ctx, { body }) => verifyCode(ctx, body), manualTransaction);
  route(
    app,
    services,
    passwords.resetPassword,
    (ctx, { body }) => resetPassword(ctx, body),
    manualTransaction,
  );
  route(
    app,
    services,
    passwords.signInByEmail,
    (ctx, { body, reply }) => signInByEmail(ctx, reply, body),
    manualTransaction,
  );
}

import { useEffect } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { emailSentMessage, forgotPassword, mailbox, verifyOtp } from "#domains/accounts/password-contract.ts";
import { CodeForm } from "#domains/accounts/web/sign-in/code-form.tsx";
import { DemoEmailNote } from "#domains/accounts/web/sign-in/demo-email-note.tsx";
import { toEmailErrorMessage } from "#domains/accounts/web/sign-in/email-error-message.ts";
import { getRejection } from "#domains/accounts/web/sign-in/error-response.ts";
import { ResendButton } from "#domains/accounts/web/sign-in/resend-button.tsx";
import { call } from "#web/api-client.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { forgotPasswordPath, loginPath, resetPasswordPath, verifyOtpPath } from "../../paths.ts";

/** The address is stored in the history entry, not in the URL, and lets the user request another code. */
const savedState = z.object({ email: mailbox });

/** Exchanges an emailed code for a reset token (PWD-10 to PWD-18). */
export default function VerifyOtpPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const savedRequest = z.safeParse(savedState, useHistoryState()).data;
  const userId = search.get("userId") ?? "";
  useEffect(() => {
    if (userId !== "") return;
    showFailure("User information missing. Please try again.");
    navigate(forgotPasswordPath, { replace: true });
  }, [userId, navigate]);
  if (userId === "") return null;

  const verifyEmailedCode = async (otpCode: string) => {
    try {
      const { resetToken } = await call(verifyOtp, { body: { userId, otpCode } });
      navigate(resetPasswordPath(resetToken), { replace: true });
      return true;
    } catch (error) {
      const rejection = getRejection(error);
      showFailure(
        rejection === undefined
          ? "Failed to verify code."
          : (rejection.message ?? "Invalid verification code. Please try again."),
      );
      return false;
    }
  };
  const resendEmail = async (email: string) => {
    const response = await call(forgotPassword, { body: { email, resetType: "otp" } });
    navigate(verifyOtpPath(response.userId), { replace: true, state: { email } });
    return response.message;
  };

  return (
    <PublicLayout title="Enter your code" description={emailSentMessage}>
      <DemoEmailNote />
      <CodeForm key={userId} submitLabel="Verify Code" busyLabel="Verifying..." onCode={verifyEmailedCode} />
      <div className="mt-3 space-y-1">
        {savedRequest === undefined ? (
          <ButtonLink href={forgotPasswordPath} size="lg" isWide>
            Request a new code
          </ButtonLink>
        ) : (
          <ResendButton
            label="Resend code"
            toErrorMessage={toEmailErrorMessage}
            onResend={() => resendEmail(savedRequest.email)}
          />
        )}
        <ButtonLink href={loginPath} variant="ghost" isWide>
          Back to sign in
        </ButtonLink>
      </div>
    </PublicLayout>
  );
}

const showFailure = (description: string) =>
  toast({ title: "Verification Failed", description, variant: "destructive" });

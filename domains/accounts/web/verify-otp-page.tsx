import { useEffect } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { forgotPassword, mailbox, onTheirWay, verifyOtp } from "#domains/accounts/password-contract.ts";
import { CodeForm } from "#domains/accounts/web/code-form.tsx";
import { mailErrorMessage } from "#domains/accounts/web/mail-error-message.ts";
import { refusalOf } from "#domains/accounts/web/refusal-sentence.ts";
import { SendAgain } from "#domains/accounts/web/send-again.tsx";
import { call } from "#web/api-client.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

/** The address is in the history entry, not in the URL, and lets the user request another code. */
const memory = z.object({ email: mailbox });

/** Exchanges the code of a mail for a reset token (PWD-10 to PWD-18). */
export default function VerifyOtpPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const remembered = z.safeParse(memory, useHistoryState()).data;
  const userId = search.get("userId") ?? "";
  useEffect(() => {
    if (userId !== "") return;
    failed("User information missing. Please try again.");
    navigate(paths.forgotPassword, { replace: true });
  }, [userId, navigate]);
  if (userId === "") return null;

  const verify = async (otpCode: string) => {
    try {
      const { resetToken } = await call(verifyOtp, { body: { userId, otpCode } });
      navigate(paths.resetPassword(resetToken), { replace: true });
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      failed(
        refusal === undefined
          ? "Failed to verify code."
          : (refusal.sentence ?? "Invalid verification code. Please try again."),
      );
      return false;
    }
  };
  const sendAgain = async (email: string) => {
    const response = await call(forgotPassword, { body: { email, resetType: "otp" } });
    navigate(paths.verifyOtp(response.userId), { replace: true, state: { email } });
    return response.message;
  };

  return (
    <PublicLayout title="Enter your code" description={onTheirWay}>
      <CodeForm key={userId} submitLabel="Verify Code" busyLabel="Verifying..." onCode={verify} />
      <div className="mt-3 space-y-1">
        {remembered === undefined ? (
          <ButtonLink href={paths.forgotPassword} size="lg" isWide>
            Ask for another code
          </ButtonLink>
        ) : (
          <SendAgain
            label="Send another code"
            messageOf={mailErrorMessage}
            send={() => sendAgain(remembered.email)}
          />
        )}
        <ButtonLink href={paths.login} variant="ghost" isWide>
          Back to sign in
        </ButtonLink>
      </div>
    </PublicLayout>
  );
}

const failed = (description: string) =>
  toast({ title: "Verification Failed", description, variant: "destructive" });

import { useState } from "react";
import { useLocation } from "wouter";
import { forgotPassword } from "#domains/accounts/password-contract.ts";
import { DemoEmailNote } from "#domains/accounts/web/sign-in/demo-email-note.tsx";
import { toEmailErrorMessage } from "#domains/accounts/web/sign-in/email-error-message.ts";
import { EmailForm } from "#domains/accounts/web/sign-in/email-form.tsx";
import { noEmailsMessage, useSendsEmails } from "#domains/accounts/web/sign-in/no-emails.ts";
import { ResendButton } from "#domains/accounts/web/sign-in/resend-button.tsx";
import { SuccessPanel } from "#domains/accounts/web/sign-in/success-panel.tsx";
import { call } from "#web/api-client.ts";
import { MailCheck } from "#web/icons.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { loginPath, verifyOtpPath } from "../../paths.ts";

type ResetType = "link" | "otp";

const tabs = [
  { value: "link", label: "Email Link" },
  { value: "otp", label: "Email Code" },
] as const satisfies readonly { value: ResetType; label: string }[];

/** Requests a password reset email with a link or a code (PWD-02 to PWD-09). */
export default function ForgotPasswordPage() {
  /** The address of the last request. */
  const [email, setEmail] = useState("");
  const [resetType, setResetType] = useState<ResetType>("link");
  const [confirmationMessage, setConfirmationMessage] = useState<string>();
  const [, navigate] = useLocation();
  const sendsEmails = useSendsEmails();

  const requestResetEmail = async (address: string) => {
    setEmail(address);
    try {
      const { message, userId } = await call(forgotPassword, { body: { email: address, resetType } });
      if (resetType === "link") return setConfirmationMessage(message);
      navigate(verifyOtpPath(userId), { state: { email: address } });
    } catch (error) {
      toast({ title: "Request Failed", description: toEmailErrorMessage(error), variant: "destructive" });
    }
  };

  if (!sendsEmails)
    return (
      <PublicLayout title="Forgot your password?" description={noEmailsMessage}>
        {confirmationMessage === undefined ? (
          <EmailForm email={email} onSend={requestResetEmail} submitLabel="Request Link" />
        ) : (
          <SuccessPanel icon={<MailCheck aria-hidden="true" />} title="Request Received">
            {noEmailsMessage}
          </SuccessPanel>
        )}
        <BackToSignIn className="mt-4" />
      </PublicLayout>
    );
  if (confirmationMessage !== undefined)
    return (
      <PublicLayout title="Check your email" description="The next step is in your inbox.">
        <DemoEmailNote />
        <div className="space-y-4">
          <SuccessPanel icon={<MailCheck aria-hidden="true" />} title={confirmationMessage}>
            Open the link we sent to {email} to choose a new password. It works once and expires in 30
            minutes. Don't see it? Check your spam folder.
          </SuccessPanel>
          <ResendButton
            label="Resend"
            toErrorMessage={toEmailErrorMessage}
            onResend={async () => {
              const body = { email, resetType: "link" } as const;
              return (await call(forgotPassword, { body })).message;
            }}
          />
          <Button variant="ghost" isWide onClick={() => setConfirmationMessage(undefined)}>
            Use a different email
          </Button>
          <BackToSignIn />
        </div>
      </PublicLayout>
    );
  return (
    <PublicLayout
      title="Forgot your password?"
      description="Enter your email address and we'll send you a link or a code to reset your password."
    >
      <Tabs name="reset-by" label="Reset method" tabs={tabs} value={resetType} onChange={setResetType} />
      <TabPanel name="reset-by" value={resetType} label="Send to" className="mt-5">
        <EmailForm
          email={email}
          onSend={requestResetEmail}
          submitLabel={resetType === "link" ? "Send Link" : "Send Code"}
        />
      </TabPanel>
      <BackToSignIn className="mt-4" />
    </PublicLayout>
  );
}

const BackToSignIn = ({ className }: { className?: string }) => (
  <ButtonLink href={loginPath} variant="ghost" isWide className={className}>
    Back to sign in
  </ButtonLink>
);

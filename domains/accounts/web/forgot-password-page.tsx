import { useState } from "react";
import { useLocation } from "wouter";
import { forgotPassword } from "#domains/accounts/password-contract.ts";
import { EmailForm } from "#domains/accounts/web/email-form.tsx";
import { mailErrorMessage } from "#domains/accounts/web/mail-error-message.ts";
import { SendAgain } from "#domains/accounts/web/send-again.tsx";
import { SuccessPanel } from "#domains/accounts/web/success-panel.tsx";
import { call } from "#web/api-client.ts";
import { MailCheck } from "#web/icons.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.tsx";

type ResetType = "link" | "otp";

const tabs = [
  { value: "link", label: "Email Link" },
  { value: "otp", label: "Email Code" },
] as const satisfies readonly { value: ResetType; label: string }[];

/** Requests a password reset mail, with a link or with a code (PWD-02 to PWD-09). */
export default function ForgotPasswordPage() {
  /** The address of the last request. */
  const [email, setEmail] = useState("");
  const [resetType, setResetType] = useState<ResetType>("link");
  const [confirmation, setConfirmation] = useState<string>();
  const [, navigate] = useLocation();

  const send = async (address: string) => {
    setEmail(address);
    try {
      const { message, userId } = await call(forgotPassword, { body: { email: address, resetType } });
      if (resetType === "link") return setConfirmation(message);
      navigate(paths.verifyOtp(userId), { state: { email: address } });
    } catch (error) {
      toast({ title: "Request Failed", description: mailErrorMessage(error), variant: "destructive" });
    }
  };

  if (confirmation !== undefined)
    return (
      <PublicLayout title="Check your email" description="The next step is in your inbox.">
        <div className="space-y-4">
          <SuccessPanel icon={<MailCheck aria-hidden="true" />} title={confirmation}>
            Open the link in the email to {email} and choose a new password. It is valid for 30 minutes and
            works once. Nothing there after a few minutes? Check your spam folder.
          </SuccessPanel>
          <SendAgain
            label="Send it again"
            messageOf={mailErrorMessage}
            send={async () => {
              const body = { email, resetType: "link" } as const;
              return (await call(forgotPassword, { body })).message;
            }}
          />
          <Button variant="ghost" isWide onClick={() => setConfirmation(undefined)}>
            Use another address
          </Button>
          <BackToSignIn />
        </div>
      </PublicLayout>
    );
  return (
    <PublicLayout
      title="Forgot your password?"
      description="Enter your email address. We will send you a link or a code to choose a new password."
    >
      <Tabs name="reset-by" label="How to reset" tabs={tabs} value={resetType} onChange={setResetType} />
      <TabPanel name="reset-by" value={resetType} label="Where to send it" className="mt-5">
        <EmailForm
          email={email}
          onSend={send}
          submitLabel={resetType === "link" ? "Send Link" : "Send Code"}
        />
      </TabPanel>
      <BackToSignIn className="mt-4" />
    </PublicLayout>
  );
}

const BackToSignIn = ({ className }: { className?: string }) => (
  <ButtonLink href={paths.login} variant="ghost" isWide className={className}>
    Back to sign in
  </ButtonLink>
);

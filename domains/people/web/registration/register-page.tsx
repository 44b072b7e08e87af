import { useSearchParams } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { InvitedPage } from "#domains/people/web/invitations/invited-page.tsx";
import { RegisterForm } from "#domains/people/web/registration/register-form.tsx";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { useResponse } from "#web/use-response.ts";

export default function RegisterPage() {
  const [search] = useSearchParams();
  const invitationToken = search.get("invitation") ?? undefined;
  const mode = useResponse(readConfig).data?.registration;

  if (invitationToken !== undefined) return <InvitedPage token={invitationToken} />;
  return (
    <PublicLayout
      title="Create New Account"
      description="Your landlord or an administrator will confirm your account. You can look around until then."
    >
      {mode === "invite" ? (
        <Banner kind="info" title="Registration is by invitation">
          Ask your landlord or an administrator to invite you.
        </Banner>
      ) : (
        <RegisterForm />
      )}
      <p className="mt-6 text-center text-ink-soft">
        Already have an account?{" "}
        <ButtonLink href={loginPath} variant="ghost" size="sm">
          Sign in
        </ButtonLink>
      </p>
    </PublicLayout>
  );
}

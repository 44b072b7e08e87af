import { OwnSessions } from "#domains/accounts/web/own-sessions.tsx";
import { OwnTokens } from "#domains/accounts/web/own-tokens.tsx";
import { PasswordCard } from "#domains/accounts/web/password-card.tsx";
import { ProfileFacts } from "#domains/accounts/web/profile-facts.tsx";
import { SecondFactorCard } from "#domains/accounts/web/second-factor-card.tsx";
import { BellRing } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** The user's own account: name, password, two-factor sign-in, sessions and API tokens. Only the recovery codes are printed. */
export default function ProfilePage() {
  const mayUseTokens = useMay("tokens.use");
  return (
    <>
      <PageHeader
        title="Your profile"
        description="Your name, how you sign in and where."
        action={
          <ButtonLink href={paths.notificationPreferences} icon={<BellRing aria-hidden="true" />}>
            Notification settings
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="print:hidden">
          <ProfileFacts />
        </div>
        <div className="print:hidden">
          <PasswordCard />
        </div>
        <div className="lg:col-span-2">
          <SecondFactorCard />
        </div>
        <div className="lg:col-span-2 print:hidden">
          <OwnSessions />
        </div>
        {mayUseTokens && (
          <div className="lg:col-span-2 print:hidden">
            <OwnTokens />
          </div>
        )}
      </div>
    </>
  );
}

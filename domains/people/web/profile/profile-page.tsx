import { PasswordCard } from "#domains/accounts/web/passwords/password-card.tsx";
import { MySessions } from "#domains/accounts/web/sign-in/my-sessions.tsx";
import { MyTokens } from "#domains/accounts/web/tokens/my-tokens.tsx";
import { TwoFactorCard } from "#domains/accounts/web/two-factor/two-factor-card.tsx";
import { notificationPreferencesPath } from "#domains/notifications/paths.ts";
import { ProfileDetails } from "#domains/people/web/profile/profile-details.tsx";
import { BellRing } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";

/**
 * The user's own account: name, password, two-factor authentication, sessions, and API tokens. Only the
 * recovery codes are printed.
 */
export default function ProfilePage() {
  const canUseTokens = useCan("tokens.use");
  return (
    <>
      <PageHeader
        title="Your profile"
        action={
          <ButtonLink href={notificationPreferencesPath} icon={<BellRing aria-hidden="true" />}>
            Notification settings
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="print:hidden">
          <ProfileDetails />
        </div>
        <div className="print:hidden">
          <PasswordCard />
        </div>
        <div className="lg:col-span-2">
          <TwoFactorCard />
        </div>
        <div className="lg:col-span-2 print:hidden">
          <MySessions />
        </div>
        {canUseTokens && (
          <div className="lg:col-span-2 print:hidden">
            <MyTokens />
          </div>
        )}
      </div>
    </>
  );
}

import { BellRing } from "lucide-react";
import { OwnSessions } from "#domains/accounts/web/own-sessions.tsx";
import { PasswordCard } from "#domains/accounts/web/password-card.tsx";
import { ProfileFacts } from "#domains/accounts/web/profile-facts.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** The own account: name, password, and where one is signed in. */
export default function ProfilePage() {
  return (
    <>
      <PageHeader
        title="Your profile"
        description="Your name, your password and where you are signed in."
        action={
          <ButtonLink href={paths.notificationPreferences} icon={<BellRing aria-hidden="true" />}>
            Choose what you hear of
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ProfileFacts />
        <PasswordCard />
        <div className="lg:col-span-2">
          <OwnSessions />
        </div>
      </div>
    </>
  );
}

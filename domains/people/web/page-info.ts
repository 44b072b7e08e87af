import { KeyRound, MonitorSmartphone, ShieldCheck, UserCheck, UserRound, Users } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { profilePath } from "../paths.ts";
import { peoplePages } from "./pages.ts";

export const peoplePageInfo = describePages(peoplePages, {
  approvals: {
    title: "Approvals",
    description:
      "People who have registered and are waiting for approval. Until then, they see only the work orders they submitted.",
    tips: [{ text: "People you approve get access right away. People you decline see your reason." }],
    entry: {
      place: "Main",
      icon: UserCheck,
      searchWords: "waiting registrations requests claims",
      count: "approvals",
    },
  },
  users: {
    title: "Manage Users",
    description: "Invite people, change their roles or properties, and disable accounts.",
    tips: [
      { text: "People are disabled, never deleted. They can't sign in, but their history stays." },
      { text: "Under “API tokens,” you can see and revoke anyone's tokens." },
      {
        text: "If someone's work account was replaced by a new one, open the person and unlink the old one.",
      },
    ],
    entry: {
      place: "Admin",
      icon: Users,
      searchWords: "people accounts staff roles tenants disable invitations export",
    },
  },
  profile: {
    title: "Your profile",
    description: "Your name, email, password, active sessions, and API tokens.",
    tips: [
      { text: "Sign out any session you don't recognize, then change your password." },
      { text: "Give each app its own API token so you can revoke it separately.", permission: "tokens.use" },
    ],
    entry: {
      place: "Search",
      icon: UserRound,
      searchWords: "account name phone address",
    },
    searchResults: [
      {
        group: "Settings",
        label: "Password",
        searchWords: "change security sign-in",
        icon: KeyRound,
        href: profilePath,
        permission: "profile.edit",
        isPartOfPage: true,
      },
      {
        group: "Settings",
        label: "Two-factor authentication",
        searchWords: "2fa mfa authenticator app recovery codes security sign-in",
        icon: ShieldCheck,
        href: profilePath,
        permission: "profile.edit",
        isPartOfPage: true,
      },
      {
        group: "Settings",
        label: "Where you're signed in",
        searchWords: "sessions devices browsers security end",
        icon: MonitorSmartphone,
        href: profilePath,
        permission: "profile.read",
        isPartOfPage: true,
      },
    ],
  },
});

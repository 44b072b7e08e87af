import { useLocation } from "wouter";
import { LogOut, Monitor, MonitorDown, Moon, Sun, UserRound } from "#web/icons.ts";
import { leave } from "#web/layout/leave.ts";
import { useInstallApp } from "#web/offline/install-app.ts";
import { paths } from "#web/paths.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { type Theme, themes, useTheme } from "#web/theme/theme.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Menu, MenuChoice, MenuHeading, MenuItem } from "#web/ui/menu.tsx";

/** NAV-26, NAV-27: the signed-in user, the user menu and signing out. */
export function SidebarFooter({ isCollapsed, onNavigate }: { isCollapsed: boolean; onNavigate: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const install = useInstallApp();
  return (
    <div
      className={classes(
        "flex shrink-0 items-center gap-1 border-line border-t p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]",
        isCollapsed && "lg:flex-col",
      )}
    >
      <Menu
        label="User menu"
        align="start"
        trigger={(props) => (
          <button
            {...props}
            type="button"
            className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control p-1.5 text-left transition-colors duration-150 hover:bg-hover"
          >
            <span className="sr-only">User menu of </span>
            <Avatar name={user.fullName} />
            <span className={isCollapsed ? "sr-only" : "min-w-0 flex-1"}>
              <span className="line-clamp-2 font-medium leading-4.5">{user.fullName}</span>
              <span className="block truncate text-ink-faint text-xs">{roleLabels[user.role]}</span>
            </span>
          </button>
        )}
      >
        <div className="max-w-64 px-2.5 pt-1.5 pb-1">
          <p className="truncate font-medium">{user.fullName}</p>
          <p className="truncate text-ink-faint text-sm">{user.email}</p>
        </div>
        <MenuItem
          icon={<UserRound />}
          onSelect={() => {
            navigate(paths.profile);
            onNavigate();
          }}
        >
          Your profile
        </MenuItem>
        {install !== undefined && (
          <MenuItem icon={<MonitorDown />} onSelect={install}>
            Install app
          </MenuItem>
        )}
        <ThemeChoices />
      </Menu>
      <IconButton label="Logout" onClick={() => leave(navigate)}>
        <LogOut />
      </IconButton>
    </div>
  );
}

export const themeTexts = {
  light: { label: "Light", Icon: Sun },
  dark: { label: "Dark", Icon: Moon },
  system: { label: "System", Icon: Monitor },
} satisfies Record<Theme, object>;

/** THM-01: the part of the menu for the theme. */
function ThemeChoices() {
  const [chosen, setTheme] = useTheme();
  return (
    <>
      <MenuHeading>Theme</MenuHeading>
      {themes.map((theme) => {
        const { label, Icon } = themeTexts[theme];
        return (
          <MenuChoice
            key={theme}
            icon={<Icon />}
            isChosen={theme === chosen}
            onChoose={() => setTheme(theme)}
          >
            {label}
          </MenuChoice>
        );
      })}
    </>
  );
}

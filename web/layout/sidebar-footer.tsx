import { useLocation } from "wouter";
import { profilePath } from "#domains/people/paths.ts";
import { useSetDensity } from "#domains/people/web/profile/mutations.ts";
import { LogOut, Monitor, MonitorDown, Moon, Rows3, Rows4, Sun, UserRound } from "#web/icons.ts";
import { requestSignOut } from "#web/layout/sign-out.ts";
import { useInstallApp } from "#web/offline/install-app.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { getDensity } from "#web/theme/density.ts";
import { type Theme, themes } from "#web/theme/theme.ts";
import { useTheme } from "#web/theme/use-theme.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Face } from "#web/ui/faces/face.tsx";
import { Menu, MenuHeading, MenuItem, MenuRadioItem } from "#web/ui/overlays/menu.tsx";

/** The signed-in user, the user menu, and signing out (NAV-26, NAV-27). */
export function SidebarFooter({ isCollapsed, onNavigate }: { isCollapsed: boolean; onNavigate: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const install = useInstallApp();
  return (
    <div
      className={classes(
        "mx-2.5 mt-1.5 flex shrink-0 items-center gap-1 border-line border-t pt-1.5 pr-1 pb-[max(0.375rem,env(safe-area-inset-bottom))]",
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
            className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2 py-1.5 text-left transition-colors hover:bg-hover"
          >
            <span className="sr-only">User menu of </span>
            <Face person={user} hasOneInitial />
            <span className={isCollapsed ? "sr-only" : "min-w-0 flex-1"}>
              <span className="line-clamp-2 font-semibold text-[0.84375rem] leading-4.25">
                {user.fullName}
              </span>
              <span className="block truncate text-ink-soft text-xs">{roleLabels[user.role]}</span>
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
            navigate(profilePath);
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
        <DensityMenuItems />
        <ThemeMenuItems />
      </Menu>
      <IconButton label="Logout" onClick={() => requestSignOut(navigate)}>
        <LogOut />
      </IconButton>
    </div>
  );
}

/** The density section of the user menu. It has no effect on touch screens, where rows are always tall. */
function DensityMenuItems() {
  const selected = getDensity(useUser());
  const setDensity = useSetDensity();
  return (
    <>
      <MenuHeading>Density</MenuHeading>
      <MenuRadioItem
        icon={<Rows3 />}
        isSelected={selected === "comfortable"}
        onSelect={() => setDensity.mutate("comfortable")}
      >
        Comfortable
      </MenuRadioItem>
      <MenuRadioItem
        icon={<Rows4 />}
        isSelected={selected === "compact"}
        onSelect={() => setDensity.mutate("compact")}
      >
        Compact
      </MenuRadioItem>
    </>
  );
}

export const themeOptions = {
  light: { label: "Light", Icon: Sun },
  dark: { label: "Dark", Icon: Moon },
  system: { label: "System", Icon: Monitor },
} satisfies Record<Theme, object>;

/** The theme section of the user menu (THM-01). */
function ThemeMenuItems() {
  const [selected, setTheme] = useTheme();
  return (
    <>
      <MenuHeading>Theme</MenuHeading>
      {themes.map((theme) => {
        const { label, Icon } = themeOptions[theme];
        return (
          <MenuRadioItem
            key={theme}
            icon={<Icon />}
            isSelected={theme === selected}
            onSelect={() => setTheme(theme)}
          >
            {label}
          </MenuRadioItem>
        );
      })}
    </>
  );
}

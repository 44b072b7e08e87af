import { type ComponentProps, useState } from "react";
import { Eye, EyeOff } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Input } from "#web/ui/forms/input.tsx";

/** A password field with a button that reveals the text. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <div className="relative">
      <Input {...props} type={isVisible ? "text" : "password"} className="pr-11" />
      <IconButton
        label={isVisible ? "Hide password" : "Show password"}
        className="absolute inset-y-0 right-0 h-full"
        onClick={() => setIsVisible(!isVisible)}
      >
        {isVisible ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  );
}

import { StrictMode } from "react";
import { Router } from "#web/router.tsx";
import { ToastOutlet } from "#web/ui/feedback/toast.tsx";

/** The whole program. The build also renders it for the sign-in page (web/prerender.tsx). */
export const App = () => (
  <StrictMode>
    <Router />
    <ToastOutlet />
  </StrictMode>
);

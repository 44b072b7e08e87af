import { StrictMode } from "react";
import { Router } from "#web/router.tsx";
import { ToastOutlet } from "#web/ui/feedback/toast.tsx";

/** The whole app. The build also prerenders it for the sign-in page (web/prerender.tsx). */
export const App = () => (
  <StrictMode>
    <Router />
    <ToastOutlet />
  </StrictMode>
);

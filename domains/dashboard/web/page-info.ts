import { LayoutDashboard } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { dashboardPages } from "./pages.ts";

export const dashboardPageInfo = describePages(dashboardPages, {
  dashboard: {
    title: "Dashboard",
    description: "Key numbers, recent work orders, and your building at a glance.",
    tips: [
      {
        text: "Click any number or chart bar to see the list behind it.",
        permission: "dashboard.read-charts",
      },
      {
        text: "“Needs you” lists everything waiting for your decision, the most urgent first.",
        permission: "people.approve",
      },
      {
        text: "“My work” lists your work orders: overdue and due today first, then by priority. Start and complete them right from the list.",
        permission: "work-orders.read-my-day",
      },
      { text: "Your balance and due date are at the top, with a button to pay.", roles: ["tenant"] },
    ],
    entry: {
      place: "Main",
      icon: LayoutDashboard,
      searchWords: "home start overview figures",
    },
  },
});

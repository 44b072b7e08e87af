import { ListTodo } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { fieldWorkPages } from "./pages.ts";

export const fieldWorkPageInfo = describePages(fieldWorkPages, {
  myDay: {
    title: "My Day",
    description: "Your work orders for the day, even offline.",
    tips: [
      { text: "Your overdue work comes first, then today's, then what's next, each by time." },
      { text: "The large button is always your next step: assign to yourself, start, or complete." },
      { text: "“Nearby” shows unassigned work on floors and in buildings you're already visiting." },
      { text: "Your work orders and their photos are saved on this device, so you can open them offline." },
    ],
    entry: {
      place: "Main",
      icon: ListTodo,
      searchWords: "today work orders jobs overdue near next start take",
    },
  },
});

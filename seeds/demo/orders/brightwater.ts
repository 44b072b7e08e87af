import { thermostatGuide } from "../documents/order-documents.ts";
import { assign, attach, type DemoOrder, move, note, plan, say, sign } from "../story.ts";

/** Brightwater Software, unit 204 of Harborview Center. */
export const brightwater: readonly DemoOrder[] = [
  {
    ago: "2h",
    who: "emily",
    at: { unit: 9 },
    title: "HVAC in Suite 204 blows warm air",
    description:
      "Since this morning the vents on the water side of the open office blow warm air although the thermostat asks for cooling. It is 81 degrees at the window desks and rising. The meeting rooms are fine.",
    category: "HVAC",
    location: "Suite 204, open office",
    priority: "urgent",
    photos: ["thermostat", "thermostat close"],
    story: [
      move(0.3, "linda", "urgent"),
      say(
        0.4,
        "linda",
        "We are on it, Emily. Priya is still in Suite 102 and comes up as soon as she is done there.",
      ),
      attach(0.5, "linda", { name: "Thermostat guide.pdf", write: thermostatGuide, internal: false }),
    ],
  },
  {
    ago: "5h",
    who: "oliver",
    at: { unit: 9 },
    title: "Kitchen faucet drips",
    description: "The kitchen faucet drips about once a second, also when it is turned off hard.",
    category: "Plumbing",
    location: "Suite 204, kitchen",
    priority: "low",
  },
  {
    ago: "12d 16:40",
    who: "jordan",
    at: { unit: 9 },
    title: "Badge reader at the stair door is dead",
    description:
      "The badge reader at the second floor stair door shows no light and does not react to any badge. People prop the door open with a chair.",
    category: "Security",
    location: "Second floor, stair B",
    priority: "medium",
  },
  {
    ago: "5d 16:05",
    who: "emily",
    at: { unit: 9 },
    title: "Whiteboard wall needs a stud behind it",
    description:
      "We would like to hang a glass whiteboard of 90 pounds in the large meeting room. The wall is drywall only. Could somebody add blocking, or tell us where the studs are?",
    category: "Other",
    location: "Suite 204, large meeting room",
    priority: "low",
    story: [
      assign(17, "linda", "tom"),
      plan(17, "linda", 2, 120),
      say(
        19,
        "tom",
        "The studs are 24 inches apart on that wall. I can add a plywood backer behind the drywall in half a day.",
      ),
      say(21, "emily", "That would be great. The room is free on Friday."),
      move(22, "tom", "scheduled"),
    ],
  },
  {
    ago: "118d 09:40",
    who: "emily",
    at: { unit: 9 },
    title: "Restroom soap dispenser broken",
    description: "The left soap dispenser in the second floor restroom has come off the wall.",
    category: "General",
    location: "Second floor restroom",
    priority: "low",
    story: [assign(4, "linda", "tom"), move(24, "tom", "in_progress"), move(25, "tom", "completed")],
  },
  {
    ago: "21d 11:30",
    who: "oliver",
    at: { unit: 9 },
    title: "Smell of burning at the server closet",
    description:
      "There is a faint smell of burnt plastic near the server closet. Nothing is hot to the touch and the alarm panel shows nothing.",
    category: "Electrical",
    location: "Suite 204, server closet",
    priority: "urgent",
    photos: ["outlet close"],
    story: [
      move(0.1, "linda", "urgent"),
      assign(0.1, "linda", "priya"),
      say(0.3, "priya", "On my way up. Please switch off what you can do without on that rack."),
      move(0.4, "priya", "in_progress"),
      say(
        1.6,
        "priya",
        "A power strip had melted at its plug. It is out, and I checked the outlet and the cable behind it with the thermal camera. No damage to the building's wiring.",
      ),
      note(
        1.7,
        "priya",
        "Strip was overloaded, three UPS on it. I have told them in a friendly way. Worth a line in the next tenant letter.",
      ),
      move(1.8, "priya", "completed"),
      sign(2.1, "priya", "Oliver Grant"),
    ],
  },
];

/** The speeds of a team stay on one line: 5-4-4-5. */
export const unbroken = (text: string): string => text.replace(/\b[\dx](?:-[\dx]){2,}\b/g, (speeds) => speeds.replaceAll("-", "\u2011"));

export const showTypes = ["musical", "play", "comedy", "drama"] as const;

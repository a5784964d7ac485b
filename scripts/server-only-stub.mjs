// Stands in for "server-only" where no browser bundle can be made.

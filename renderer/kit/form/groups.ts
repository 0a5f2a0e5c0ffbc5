/** The forms on screen by name, so that a button outside a form can validate it. */
const groups = new Map<string, () => Promise<boolean>>();

/** Registers a form; returns the function that removes it. */
export function addGroup(name: string, validate: () => Promise<boolean>): () => void {
  groups.set(name, validate);
  return () => {
    if (groups.get(name) === validate) groups.delete(name);
  };
}

/** Validates every field of a form and shows the errors; true if all are valid. Throws for an unknown name. */
export async function validateGroup(name: string): Promise<boolean> {
  const validate = groups.get(name);
  if (validate === undefined) throw new Error('group does not exist');
  return validate();
}

export async function tryCommand(_: {
  name: string;
  data: string;
  submit: boolean;
  json: boolean;
}): Promise<number> {
  return 1;
}

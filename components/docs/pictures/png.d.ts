/** Next imports a picture with its size. */
declare module "*.png" {
  const picture: { readonly src: string; readonly width: number; readonly height: number };
  export default picture;
}

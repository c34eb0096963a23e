/** The façade is a package of the server: Next.js loads it as it is. */
export default { serverExternalPackages: ['partner-graphql'] };

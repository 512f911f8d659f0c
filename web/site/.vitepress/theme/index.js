import DefaultTheme from "vitepress/theme";
import LiveScene from "./LiveScene.vue";

export default { extends: DefaultTheme, enhanceApp: ({ app }) => app.component("LiveScene", LiveScene) };

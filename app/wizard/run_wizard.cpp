#include "wizard/run_wizard.h"

#include "wizard/main_window.h"
#include "wizard/windows_theme.h"

#include <QApplication>

namespace cudnn_setup {

std::optional<Outcome> runWizard(int& argc, char** argv, const Request& request, Language language, System& system, Applier& applier,
                                 Applier* elevated) {
    // Sizes are logical pixels at any scale, 150 % included.
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("cudnn-setup"));
    QApplication::setApplicationVersion(QStringLiteral(CUDNN_SETUP_VERSION));

    Appearance appearance(systemScheme(), language);
    WorkflowModel model(
        [&](OnWorkflowEvent onEvent) { return std::make_unique<RealWorkflowDriver>(system, applier, elevated, std::move(onEvent)); },
        request);
    MainWindow window(model, appearance);
    const auto followSystem = [&] {
        if (const auto contrast = contrastThemeTokens()) appearance.setTokens(*contrast);
        else appearance.setScheme(systemScheme());
        setTitleBarDark(window, contrastThemeTokens() ? false : appearance.scheme() == Scheme::Dark);
    };
    followSystem();
    watchSystemColours(followSystem);
    window.show();
    model.observe();
    QApplication::exec();
    return model.outcome();
}

}   // namespace cudnn_setup
